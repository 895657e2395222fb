// The functions of the module: one for each loop. JavaScript brings the memory.

export { cells, cellsChoose } from './cells';
export { masks, masksChoose } from './masks';
export { planes, planesBelow, planesChoose } from './planes';
export { sweep } from './sweep';
export { stateBackTo, stateChoose, stateFewest } from './state';
