// The statements of the theory about a position, in sentences. They are made from the data of
// /explain, so each word that needs an explanation, each edge and each source is known as such.

import {boxes, figure} from './values.js';

/**
 * @typedef {import('api').components['schemas']['Explanation']} Explained
 * @typedef {Explained['components'][number]} Component
 * @typedef {Explained['advice'][number]} Advice
 * @typedef {import('./terms.js').Term} Term
 */

/**
 * A piece of a sentence: plain words, words that a term explains, an edge, or a source.
 *
 * @typedef {string | {term: Term, words: string} | {edge: string} | {source: string}} Piece
 */

/**
 * A sentence. `edges` light up in the picture when it is pointed at; `component` is the one that it
 * describes.
 *
 * @typedef {{pieces: Piece[], depth: number, edges: string[], component?: Component}} Sentence
 */

/** @typedef {{title: string, sentences: Sentence[]}} Paragraph */

/**
 * @param {Term} name
 * @param {string} words
 * @returns {Piece}
 */
const term = (name, words = name) => ({term: name, words});

/**
 * A template whose places are pieces or lists of pieces.
 *
 * @param {TemplateStringsArray} words
 * @param {...(Piece | Piece[])} pieces
 * @returns {Piece[]}
 */
function text(words, ...pieces) {
  return words.flatMap((word, index) => [word, pieces[index] ?? ''].flat()).filter((piece) => piece !== '');
}

/**
 * @param {Piece[]} pieces
 * @param {string | null} source
 * @param {number} depth
 * @returns {Sentence}
 */
function sentence(pieces, source = null, depth = 1) {
  const edges = pieces.flatMap((piece) => (typeof piece === 'object' && 'edge' in piece ? [piece.edge] : []));
  return {pieces: source ? [...pieces, ' ', {source}] : pieces, depth, edges};
}

/**
 * @param {(string | number)[]} words
 */
function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/**
 * @param {string[]} edges
 * @returns {Piece[]}
 */
function edgeList(edges) {
  return edges.flatMap((edge, index) => [index > 0 ? ' ' : '', {edge}]).filter((piece) => piece !== '');
}

/** @type {(one: Component) => Piece[]} */
const strings = ({lengths}) => text` with ${term('string', 'strings')} of ${listed(lengths)} boxes`;

/**
 * Describes a component: "a long chain of 7 boxes".
 *
 * @param {Component} one
 * @returns {Piece[]}
 */
function description(one) {
  const size = boxes(one.boxes.length);
  switch (one.kind) {
    case 'chain': return text`a ${one.length_class ? `${one.length_class} ` : ''}${term('chain')} of ${size}`;
    case 'loop': return text`a ${term('loop')} of ${size}`;
    case 'T': return text`a ${term('joint')}${strings(one)}`;
    case 'X': return text`a ${term('joint')} of four${strings(one)}`;
    case 'dipper': return text`a ${term('dipper')}${strings(one)}`;
    case 'shackles': return text`${term('shackles')}${strings(one)}`;
    case 'earmuffs': return text`${term('earmuffs')}${strings(one)}`;
    case 'eight': return text`an ${term('eight')}${strings(one)}`;
    default: return [`${size}, not yet divided into chains and loops`];
  }
}

/** @type {(explained: Explained) => Sentence[]} */
function whatIsLeft({on_offer: offered, components}) {
  const offer = offered.reduce((sum, group) => sum + group.boxes.length, 0);
  const rest = components.reduce((sum, one) => sum + one.boxes.length, 0);
  const found = [];
  if (offer > 0) {
    found.push({...sentence([`${boxes(offer)} ${offer === 1 ? 'is' : 'are'} on offer, marked *.`]), edges: offered.flatMap(({edges}) => edges)});
  }
  if (rest === 0) return [...found, sentence([offer > 0 ? 'No other box is left.' : 'No box is left: the board is full.'])];
  found.push(sentence([`${offer > 0 ? 'Besides these, ' : ''}${boxes(rest)} ${rest === 1 ? 'is' : 'are'} left:`]));
  for (const component of components) {
    found.push({...sentence(description(component), null, 2), edges: component.edges, component});
  }
  return found;
}

/** @type {(explained: Explained) => Piece[]} */
function role({role: part, stage, components, on_offer: offered}) {
  if (offered.length > 0 && components.length === 0) return ['The player to move takes all boxes left.'];
  const alone = components.length === 1 && (components[0].kind === 'chain' || components[0].kind === 'loop');
  if (part === 'opener' && alone) return ['The player to move must open, and the opponent takes all boxes left.'];
  switch (part) {
    case 'none': return ['Nobody: no box is left.'];
    case 'opener': return stage === 'loony-endgame'
      ? text`The player to move must open; the opponent is the ${term('controller')}.`
      : text`The player to move must expect to open the endgame, and the opponent to ${term('control', 'control')} it.`;
    case 'controller': return text`The player to move can get ${term('control')} of the endgame, so that the opponent must open.`;
    case 'chooser': return ['The player to move has boxes on offer, and decides with them who moves next in the others.'];
    default: return ['Unknown: there are too many positions to search.'];
  }
}

/** @type {(explained: Explained, values: boolean) => Sentence[]} */
function control(explained, values) {
  const {nimstring: nim, chain_formula: formula, components} = explained;
  const found = values ? [sentence(role(explained), explained.role_source)] : [];
  if (formula.boxes === 0 || components.length === 0) return found;
  if (nim && values) {
    const winner = nim.next_player_wins ? 'player to move' : 'opponent';
    found.push(sentence(nim.loony
      ? text`The position is ${term('loony')}, so the ${winner} wins ${term('Nimstring')}.`
      : text`Its ${term('nim-value')} is ${String(nim.nim_value)}, so the ${winner} wins ${term('Nimstring')}.`, 'Sierra, corollary 24'));
  }
  if (explained.role === 'chooser') return found;
  const wanted = formula.wanted === 'even' ? 'an even' : 'an odd';
  if (formula.d === null) {
    found.push(sentence(text`By the ${term('chain formula')} the player to move wants ${wanted} number of ${term('long chain', 'long chains')}, or exactly: of ${term('double-cross', 'double-crosses')} on strings.`, 'Sierra, theorem 47'));
  } else {
    found.push(sentence(text`${String(formula.d)} ${term('double-cross', formula.d === 1 ? 'double-cross' : 'double-crosses')} on strings will come.`, 'Sierra, proposition 43'));
    found.push(sentence(text`By the ${term('chain formula')} the player to move needs ${wanted} number to get control.`, 'Sierra, theorem 47'));
  }
  return found;
}

/** @type {(explained: Explained) => Paragraph[]} */
function worth({endgame, exchange, margin}) {
  /** @type {Sentence[]} */
  const found = [];
  let title = 'Value';
  if (endgame && endgame.boxes > 0) {
    title += ' for the controller' + (exchange ? ', after the short chains' : '');
    found.push(sentence(text`The ${term('controlled value')} is ${figure(endgame.c)}: the ${term('fully controlled value')} ${figure(endgame.fcv)} and the ${term('terminal bonus')} ${figure(endgame.tb)}.`));
    found.push(sentence([`The value is ${figure(endgame.v)}.`], endgame.source));
    for (const {value, source} of endgame.also) found.push(sentence([`${figure(value)} also follows otherwise.`], source, 2));
    const few = endgame.strings === 0 ? 'no string' : endgame.strings === 1 ? '1 string' : `${endgame.strings} strings`;
    const loops = endgame.loops === 0 ? 'no loop' : `at most ${endgame.loops === 1 ? '1 loop' : `${endgame.loops} loops`}`;
    found.push(sentence([`Still to be opened: ${few} and ${loops}.`], 'Sierra, propositions 43 and 85'));
  }
  if (exchange) {
    found.push(sentence([`Exchanging the short chains costs the player who gets control ${exchange.cost}.`], 'Sierra, proposition 39'));
  }
  if (margin) found.push(sentence(text`The ${term('margin')} for the player to move is ${figure(margin.value)}.`, margin.source));
  return found.length ? [{title, sentences: found}] : [];
}

/**
 * Returns the strings that the advice is about: "the loop A", "one of the chains A, C", "3 boxes of the dipper B".
 *
 * @param {Explained} explained
 * @param {Advice} advice
 */
function object({components}, advice) {
  const [first] = components.filter(({mark}) => advice.components.includes(mark));
  if (!first) return boxes(advice.boxes);
  if (first.kind !== 'chain' && first.kind !== 'loop') {
    if (first.kind === 'other') return `${boxes(advice.boxes)} of those not yet divided`;
    return `${boxes(advice.boxes)} of the ${first.kind === 'T' || first.kind === 'X' ? 'joint' : first.kind} ${first.mark}`;
  }
  const name = `${first.kind} of ${boxes(first.boxes.length)}`;
  return advice.components.length === 1 ? `the ${name}, ${first.mark}` : `a ${name}, one of ${listed(advice.components)}`;
}

/** @type {(explained: Explained, advice: Advice) => Piece[]} */
function action(explained, advice) {
  const left = advice.handed_back === 2 ? 'two' : 'four';
  switch (advice.action) {
    case 'open': return [`open ${object(explained, advice)}`];
    case 'offer': return [`offer ${object(explained, advice)}`];
    case 'take': return [`take ${boxes(advice.boxes)}`];
    case 'keep-control': return text`${term('keep control')}: ${advice.boxes === advice.handed_back
      ? `leave ${left === 'two' ? 'both' : 'all four'} boxes`
      : `take ${advice.boxes - advice.handed_back} of ${advice.boxes} and leave the last ${left}`}`;
    case 'give-up-control': return text`${term('give up control')}: take ${advice.boxes === 2 ? 'both' : `all ${advice.boxes}`} boxes`;
    default: return text`win ${term('Nimstring')} by ${edgeList(advice.edges)}${advice.boxes > 0 ? `, sacrificing ${boxes(advice.boxes)}` : ''}`;
  }
}

/**
 * How good the advice is: by exact values, which the theory does not have before the endgame, or
 * by the theory's own.
 *
 * @param {Explained} explained
 * @param {Advice} advice
 */
function rank({exact, advice: all}, advice) {
  if (exact && advice.exact !== null) return advice.exact === exact.value ? 'best' : `worse by ${exact.value - advice.exact}`;
  const certain = advice.margin !== null || advice.cost !== null || advice.action === 'take';
  if (advice.best) return advice.action === 'nimstring' ? 'advised' : certain ? 'best' : 'best in Nimstring';
  return all.some(({best}) => best) ? 'also' : 'possible';
}

/** @type {(explained: Explained, advice: Advice) => Sentence} */
function advised(explained, advice) {
  const margin = advice.exact ?? advice.margin;
  const number = advice.cost !== null && advice.exact === null ? `: costs ${advice.cost}` : margin !== null ? `: ${figure(margin)}` : '';
  const start = (advice.after_taking ? 'after taking all, ' : '') + rank(explained, advice);
  const moves = advice.action === 'nimstring' ? [] : text` (${edgeList(advice.moves)})`;
  return sentence([`${start[0].toUpperCase()}${start.slice(1)}: `, ...action(explained, advice), ...moves, number], advice.source);
}

/** @type {(explained: Explained) => Sentence[]} */
function play(explained) {
  const {exact, advice, nimstring} = explained;
  const found = advice.map((one) => advised(explained, one));
  if (exact && !advice.some((one) => one.exact === exact.value)) {
    found.unshift(sentence(text`Best: ${edgeList(exact.best)}: ${figure(exact.value)}`));
  }
  if (advice.length === 0) {
    found.push(sentence(exact ? ['The theory advises no move.']
      : nimstring && !nimstring.next_player_wins ? text`The theory advises no move: none wins ${term('Nimstring')}, and the margins are unknown.`
      : ['The theory advises no move: there are too many positions to search.']));
  }
  return found;
}

const WINNERS = {
  L: 'The player to move wins in any case',
  R: 'The opponent wins in any case',
  N: 'The player who moves next wins',
  P: 'The player who moves next loses',
  tied: 'Neither player wins in any case, because of a tie',
};

/** @type {(explained: Explained) => Sentence[]} */
function outcome({outcome: found}) {
  if (!found) return [];
  return [sentence([`${WINNERS[found.class]}: the margin for the player to move is ${figure(found.next)}, and ${figure(found.second)} if the opponent moved instead.`], 'Mao-Peng, section 1')];
}

/** @type {(explained: Explained) => Sentence[]} */
function aims({leads}) {
  if (leads.length === 0) return [];
  const found = [
    sentence(text`Below, c is the ${term('controlled value')} and v the value of that endgame, f is the number of its 4-loops (loops of 4 boxes), and the lead is the ${term('opener', 'opener\u2019s')} boxes minus the ${term('controller', 'controller\u2019s')} when it begins.`),
    sentence(['If c is 2 or more, v = c, and the opener wins with a lead of more than c. If c is below 2:'], 'Allcock, section 5'),
  ];
  for (const {lead, prospect, aims: wanted} of leads) {
    const more = prospect === 'lost' ? ' or less' : prospect === 'won' ? ' or more' : '';
    found.push(sentence([`With a lead of ${lead}${more}: ${prospect}${wanted.length ? '; the opener wins with any of these:' : '.'}`], null, 2));
    for (const aim of wanted) found.push(sentence([`\u2013 ${aim}`], null, 3));
  }
  return found;
}

/**
 * Returns what the theory says about a position. Without `values` it only describes the position: it says nothing about
 * values, moves or who wins.
 *
 * @param {Explained} explained
 * @param {boolean} values
 * @returns {Paragraph[]}
 */
export function paragraphs(explained, values = true) {
  /** @type {Paragraph[]} */
  const all = [
    {title: 'What is left', sentences: whatIsLeft(explained)},
    {title: 'Control', sentences: control(explained, values)},
  ];
  if (values) {
    all.push(...worth(explained),
             {title: 'Moves', sentences: explained.chain_formula.boxes > 0 ? play(explained) : []},
             {title: explained.outcome?.whole_game ? 'Who wins the game' : 'Who wins the boxes left', sentences: outcome(explained)},
             {title: 'Aims of the opener, if a simple loony endgame arises', sentences: aims(explained)});
  }
  return all.filter(({sentences}) => sentences.length > 0);
}
