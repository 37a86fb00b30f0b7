// The list of moves, including undone ones. Each move is a button that leads to its position.

export class History {
  #list;
  #start;
  #shown = '';

  constructor(list, start, goTo) {
    this.#list = list;
    this.#start = start;
    const go = (event) => {
      const button = event.target.closest('[data-ply]');
      if (button) goTo(Number(button.dataset.ply));
    };
    list.addEventListener('click', go);
    start.addEventListener('click', go);
  }

  paint(board, moves, ply) {
    this.#start.setAttribute('aria-current', String(ply === 0));
    const show = JSON.stringify([board.name, moves, ply]);
    if (this.#shown === show) return;
    this.#shown = show;
    while (this.#list.children.length > moves.length) this.#list.lastChild.remove();
    moves.forEach((move, index) => {
      const item = this.#list.children[index] ?? this.#list.appendChild(entry());
      paintEntry(item.firstChild, board, move, ply);
    });
    // Scrolls the list but never the page.
    const here = this.#list.querySelector('[aria-current="true"]');
    const {scrollTop, clientHeight} = this.#list;
    const top = here ? here.offsetTop : 0;
    if (top < scrollTop || top + 34 > scrollTop + clientHeight) this.#list.scrollTop = top - clientHeight / 2;
  }
}

function entry() {
  const item = document.createElement('li');
  const button = document.createElement('button');
  button.type = 'button';
  item.append(button);
  return item;
}

function paintEntry(button, board, move, ply) {
  const edge = board.edges[move.edge].name;
  const took = move.boxes.length;
  button.dataset.ply = move.ply;
  button.dataset.player = move.player;
  button.dataset.undone = move.ply > ply;
  button.setAttribute('aria-current', String(move.ply === ply));
  const parts = [part('ply', move.ply), part('edge-name', edge)];
  if (took) parts.push(part('took', '\u25a0'.repeat(took)));
  if (move.lost) parts.push(part('lost', `\u2212${move.lost}`));
  button.replaceChildren(...parts);
  button.setAttribute('aria-label', `Move ${move.ply}, player ${move.player}: ${edge}` +
      (took ? `, took ${took === 1 ? 'a box' : `${took} boxes`}` : '') + (move.lost ? `, threw away ${move.lost}` : ''));
  button.title = move.lost ? `threw away a margin of ${move.lost}` : '';
}

function part(name, words) {
  const span = document.createElement('span');
  span.className = name;
  span.textContent = words;
  return span;
}
