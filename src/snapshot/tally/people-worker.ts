import { parentPort, workerData } from 'node:worker_threads';
import { memoryOf } from '../memory.ts';
import { countPeople, type PeopleSeen } from './people-tally.ts';

/* The thread of people-apart.ts. */

const people = countPeople(workerData as PeopleSeen);
parentPort?.postMessage(people, memoryOf(people));
