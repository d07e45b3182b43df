// Loaded by --import into a measured process: writes its resource usage to the file named by USAGE_FILE.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { USAGE_FILE } = process.env;
if (isMainThread && USAGE_FILE !== undefined)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    writeFileSync(
      USAGE_FILE,
      JSON.stringify({ peakMB: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 }),
    );
  });
