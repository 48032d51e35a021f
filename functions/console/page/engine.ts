import { work } from './worker/worker.ts';

// What the worker runs beside what it shares with the page, which fetches this script with the first file.
work();
