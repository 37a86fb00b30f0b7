// The terms of the theory, explained.

/** @typedef {keyof typeof TERMS} Term */

export const TERMS = {
  'chain': 'a run of boxes from outside to outside; once opened, all its boxes can be taken',
  'chain formula': 'the parity of the number of long chains decides who gets control: one player wants it even, the other odd',
  'control': 'the power to make the opponent open every string and loop of the endgame',
  'controlled value': 'the controller\u2019s margin from keeping control, but taking the last piece whole',
  'controller': 'the player who answers in the endgame, and can make the opponent open every time',
  'dipper': 'a loop with a chain attached',
  'double-cross': 'a move that completes the last two boxes of a string at once',
  'earmuffs': 'two loops with a string between them',
  'eight': 'two joints with three strings between them',
  'fully controlled value': 'the controller\u2019s margin from keeping control to the very end',
  'give up control': 'take all boxes on offer, and then have to move elsewhere',
  'joint': 'a box with three or four open edges, where strings meet',
  'keep control': 'hand back the last two boxes of a string, or the last four of a loop, so that the opponent must open the next',
  'long chain': 'a chain of three boxes or more',
  'loony': 'the player to move can decide who must move next',
  'loop': 'a ring of boxes with two open edges each',
  'margin': 'boxes of one player minus boxes of the other, from here to the end',
  'nim-value': 'the value in Nimstring: with 0 the player to move loses',
  'Nimstring': 'the same moves, but a player who cannot move loses; its winner gets control',
  'opener': 'the player who must open the next string or loop',
  'shackles': 'two loops that meet in one box',
  'string': 'a run of boxes with two open edges each',
  'terminal bonus': 'what taking the last piece whole adds to the controller\u2019s margin',
};
