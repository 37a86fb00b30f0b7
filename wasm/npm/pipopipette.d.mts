// The module as Emscripten makes it: its file systems and the functions of module.cpp.
declare const make: (options?: object) => Promise<any>;
export default make;
