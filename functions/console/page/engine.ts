import { startEngine } from './worker/worker.ts';

// Entry point of the engine's script. The page loads it before the first file, and runs it in a worker.
startEngine();
