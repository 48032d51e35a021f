import { startPage } from './main.ts';
import { fileReading } from './views/file-reading.ts';

startPage(fileReading);
