// The geometry of the board's drawing: its edges in the order of positions (DBN), their places, and
// the boxes that they bound. It is independent of the rules of play.

/**
 * - name: as in positions and games, `h2.3`
 * - x, y: its middle, in half boxes
 * - boxes: the indices of the boxes that it bounds
 *
 * @typedef {{index: number, kind: 'h' | 'v', row: number, col: number, name: string, boxes: number[], x: number, y: number}} Edge
 */

/**
 * - x, y: its middle, in half boxes
 * - edges: the indices of its four sides
 *
 * @typedef {{index: number, row: number, col: number, edges: number[], x: number, y: number}} Box
 */

/**
 * @typedef {{rows: number, cols: number, name: string, edges: Edge[], boxes: Box[], byName: Map<string, Edge>}} Board
 */

const MAX_EDGES = 64;   // of boards with a longer side than MAX_SIDE
const MAX_SIDE = 20;

/**
 * @param {number} rows
 * @param {number} cols
 */
export function edgeCount(rows, cols) {
  return rows * (cols + 1) + (rows + 1) * cols;
}

/**
 * @param {number} rows
 * @param {number} cols
 */
export function fits(rows, cols) {
  return Number.isInteger(rows) && Number.isInteger(cols) && rows >= 1 && cols >= 1 &&
         (Math.max(rows, cols) <= MAX_SIDE || edgeCount(rows, cols) <= MAX_EDGES);
}

/**
 * Returns a board. Coordinates count half boxes: dots have even x and y; the middle of an edge has
 * one even and one odd coordinate.
 *
 * @param {number} rows
 * @param {number} cols
 * @returns {Board}
 */
export function makeBoard(rows, cols) {
  if (!fits(rows, cols)) throw new RangeError(`${rows}x${cols} is not a board up to ${MAX_SIDE}x${MAX_SIDE}`);
  /** @type {Edge[]} */
  const edges = [];
  /** @type {(kind: 'h' | 'v', row: number, col: number) => void} */
  const add = (kind, row, col) => {
    const flat = kind === 'h';
    edges.push({index: edges.length, kind, row, col, name: `${kind}${row}.${col}`, boxes: [],
                x: 2 * col + (flat ? 1 : 0), y: 2 * row + (flat ? 0 : 1)});
  };
  for (let row = 0; row <= rows; ++row) for (let col = 0; col < cols; ++col) add('h', row, col);
  for (let row = 0; row < rows; ++row) for (let col = 0; col <= cols; ++col) add('v', row, col);
  const byName = new Map(edges.map((edge) => [edge.name, edge]));
  /** @type {(name: string) => Edge} */
  const named = (name) => /** @type {Edge} */ (byName.get(name));
  /** @type {Box[]} */
  const boxes = [];
  for (let row = 0; row < rows; ++row) {
    for (let col = 0; col < cols; ++col) {
      const sides = [`h${row}.${col}`, `h${row + 1}.${col}`, `v${row}.${col}`, `v${row}.${col + 1}`];
      const box = {index: boxes.length, row, col, edges: sides.map((name) => named(name).index), x: 2 * col + 1, y: 2 * row + 1};
      for (const index of box.edges) edges[index].boxes.push(box.index);
      boxes.push(box);
    }
  }
  return {rows, cols, name: `${rows}x${cols}`, edges, boxes, byName};
}

/**
 * Returns the edge to which an arrow key leads. Left and right stay in a row of edges. Up and down
 * lead to the next row of edges (horizontal and vertical rows alternate), so every edge can be
 * reached.
 *
 * @param {Board} board
 * @param {Edge} edge
 * @param {string} key
 * @returns {Edge}
 */
export function neighbour(board, edge, key) {
  const {kind, row, col} = edge;
  const flat = kind === 'h';
  const column = Math.min(col, board.cols - 1);
  /** @type {Record<string, string>} */
  const names = {
    ArrowLeft: `${kind}${row}.${col - 1}`, ArrowRight: `${kind}${row}.${col + 1}`,
    ArrowUp: flat ? `v${row - 1}.${col}` : `h${row}.${column}`, ArrowDown: flat ? `v${row}.${col}` : `h${row + 1}.${column}`,
    Home: `${kind}${row}.0`, End: `${kind}${row}.${flat ? board.cols - 1 : board.cols}`,
  };
  return board.byName.get(names[key]) ?? edge;
}

/**
 * Returns the name of an edge in words: as a side of the box to its right or below it, if there is
 * one.
 *
 * @param {Board} board
 * @param {Edge} edge
 */
export function sideOf(board, edge) {
  const {kind, row, col} = edge;
  const flat = kind === 'h';
  const last = flat ? row === board.rows : col === board.cols;
  const side = flat ? (last ? 'bottom' : 'top') : (last ? 'right' : 'left');
  const at = flat ? [last ? row : row + 1, col + 1] : [row + 1, last ? col : col + 1];
  return `${side} edge of box row ${at[0]} column ${at[1]}`;
}
