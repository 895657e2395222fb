// The loops of the kernels that have a walk in common. JavaScript brings the memory.

export { lists } from './lists';
export { planes, planesBegin, planesBelow } from './planes';
