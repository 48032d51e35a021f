import { show } from './main.ts';
import { fileReading } from './views/file-reading.ts';

show(fileReading);
