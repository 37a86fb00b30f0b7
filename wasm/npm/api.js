// Everything that the package exports, in browsers and in node.

export {DAMAGED, DRAWN, NOT_COVERED, toBits, toMasks} from './arrays.js';
export {ClosedError, DamagedTableError, MissingTableError, NewerTableError, OutOfMemoryError, OutOfResourcesError,
        OutOfTimeError, PipopipetteError, PositionError, UnreadableTableError} from './errors.js';
export {detect, Game, notations} from './game.js';
export {Graph} from './graph.js';
export {edgeIndex, edgeNames, Position} from './position.js';
export {Layer} from './layer.js';
export {Solver} from './solver.js';
export {Tables} from './tables.js';
