import { show } from './main.ts';
import { reading } from './views/desk-view.ts';

show(reading);
