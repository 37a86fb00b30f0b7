// The exceptions of the package: a class for each kind of error, by its code.

export class PipopipetteError extends Error {
  /**
   * @param {string} code "bad_input", "out_of_time", ...
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = new.target.name;
    this.code = code;
  }
}

export class PositionError extends PipopipetteError {}
export class ClosedError extends PipopipetteError {}
export class OutOfResourcesError extends PipopipetteError {}
export class OutOfMemoryError extends OutOfResourcesError {}
export class OutOfTimeError extends OutOfResourcesError {}

export class MissingTableError extends PipopipetteError {
  /** @type {string | null} */
  table = null;
  /** @type {string[]} */
  searched = [];
  /** @type {string | null} */
  file = null;
  /** @type {number | null} */
  omittedLayer = null;
}

export class UnreadableTableError extends MissingTableError {}

export class DamagedTableError extends PipopipetteError {
  /** @type {string | null} */
  file = null;
  /** @type {number | null} */
  offset = null;
}

export class NewerTableError extends DamagedTableError {}

// By code; other codes are of the base class.
/** @type {Record<string, typeof PipopipetteError>} */
const TYPES = {
  bad_input: PositionError,
  missing_table: MissingTableError,
  unreadable_table: UnreadableTableError,
  damaged_table: DamagedTableError,
  newer_table: NewerTableError,
  out_of_memory: OutOfMemoryError,
  out_of_time: OutOfTimeError,
  disk_full: OutOfResourcesError,
  system_limit: OutOfResourcesError,
};

const ATLAS = '/atlas';   // in the module
const MORE = ' (the atlas of the package); pipopipette-atlas has more tables, and a Solver needs none';

/**
 * Returns the exception for an error of the module.
 *
 * @param {any} error
 * @returns {PipopipetteError}
 */
export function exceptionFor({code, message, omitted_layer: omittedLayer, ...details}) {
  const remedy = details.table && details.searched?.includes(ATLAS) ? MORE : '';
  const exception = new (TYPES[code] ?? PipopipetteError)(code, message + remedy);
  return Object.assign(exception, details, omittedLayer === undefined ? {} : {omittedLayer});
}

/** @param {string} message */
export const badInput = (message) => new PositionError('bad_input', message);

/** @param {string} message */
export const internal = (message) => new PipopipetteError('internal', message);
