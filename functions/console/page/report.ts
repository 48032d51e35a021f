import { startPage } from './main.ts';

// Entry point of saved reports. They read no files, so they contain no engine.
startPage();
