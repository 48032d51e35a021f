import { show } from './main.ts';

// A report file computes nothing, so it carries no engine.
show('');
