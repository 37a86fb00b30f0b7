// The geometry of the board's drawing: its edges in the order of positions (DBN), their places, and
// the boxes that they bound. It is independent of the rules of play.

export const MAX_EDGES = 64;

export function edgeCount(rows, cols) {
  return rows * (cols + 1) + (rows + 1) * cols;
}

export function fits(rows, cols) {
  return Number.isInteger(rows) && Number.isInteger(cols) && rows >= 1 && cols >= 1 &&
         edgeCount(rows, cols) <= MAX_EDGES;
}

// Returns a board. Coordinates count half boxes: dots have even x and y; the middle of an edge has
// one even and one odd coordinate.
export function makeBoard(rows, cols) {
  if (!fits(rows, cols)) throw new RangeError(`${rows}x${cols} is not a board with at most ${MAX_EDGES} edges`);
  const edges = [];
  const add = (kind, row, col) => {
    const flat = kind === 'h';
    edges.push({index: edges.length, kind, row, col, name: `${kind}${row}.${col}`, boxes: [],
                x: 2 * col + (flat ? 1 : 0), y: 2 * row + (flat ? 0 : 1)});
  };
  for (let row = 0; row <= rows; ++row) for (let col = 0; col < cols; ++col) add('h', row, col);
  for (let row = 0; row < rows; ++row) for (let col = 0; col <= cols; ++col) add('v', row, col);
  const byName = new Map(edges.map((edge) => [edge.name, edge]));
  const boxes = [];
  for (let row = 0; row < rows; ++row) {
    for (let col = 0; col < cols; ++col) {
      const sides = [`h${row}.${col}`, `h${row + 1}.${col}`, `v${row}.${col}`, `v${row}.${col + 1}`];
      const box = {index: boxes.length, row, col, edges: sides.map((name) => byName.get(name).index)};
      for (const index of box.edges) edges[index].boxes.push(box.index);
      boxes.push(box);
    }
  }
  return {rows, cols, name: `${rows}x${cols}`, edges, boxes, byName};
}

// Returns the edge to which an arrow key leads. Left and right stay in a row of edges. Up and down
// lead to the next row of edges (horizontal and vertical rows alternate), so every edge can be
// reached.
export function neighbour(board, edge, key) {
  const name = (kind, row, col) => board.byName.get(`${kind}${row}.${col}`) ?? edge;
  const {kind, row, col} = edge;
  if (key === 'ArrowLeft') return name(kind, row, col - 1);
  if (key === 'ArrowRight') return name(kind, row, col + 1);
  if (key === 'Home') return name(kind, row, 0);
  if (key === 'End') return name(kind, row, kind === 'h' ? board.cols - 1 : board.cols);
  if (key === 'ArrowUp') {
    return kind === 'h' ? name('v', row - 1, col) : name('h', row, Math.min(col, board.cols - 1));
  }
  if (key === 'ArrowDown') {
    return kind === 'h' ? name('v', row, col) : name('h', row + 1, Math.min(col, board.cols - 1));
  }
  return edge;
}

// Returns the name of an edge in words: as a side of the box to its right or below it, if there is
// one.
export function sideOf(board, edge) {
  const {kind, row, col} = edge;
  const flat = kind === 'h';
  const last = flat ? row === board.rows : col === board.cols;
  const side = flat ? (last ? 'bottom' : 'top') : (last ? 'right' : 'left');
  const at = flat ? [last ? row : row + 1, col + 1] : [row + 1, last ? col : col + 1];
  return `${side} edge of box row ${at[0]} column ${at[1]}`;
}
