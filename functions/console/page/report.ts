import { show } from './main.ts';

// A report file reads and computes nothing, so it carries no engine.
show();
