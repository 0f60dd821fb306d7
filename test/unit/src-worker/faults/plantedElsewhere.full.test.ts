import { isUsual, testPlantedJobs } from './plantedJobTests';

/** Two at once, jobs of stages and of other sizes. */
testPlantedJobs((job) => job.form === 'text' && !isUsual(job));
