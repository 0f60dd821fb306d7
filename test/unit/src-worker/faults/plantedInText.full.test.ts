import { isUsual, testPlantedJobs } from './plantedJobTests';

testPlantedJobs((job) => job.form === 'text' && isUsual(job));
