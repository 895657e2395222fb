// The functions of the module: one for each loop. JavaScript brings the memory.

export { cells, cellsBegin } from './cells';
export { planes, planesBegin, planesBelow } from './planes';
export { sweep } from './sweep';
export { stateBackTo, stateChoose, stateFewest } from './state';
