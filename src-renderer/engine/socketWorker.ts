/** Entry of the thread in socketThread.ts. */
import { runSocketThread, type SocketThreadStart } from './socketThread';

self.onmessage = ({ data }: MessageEvent<SocketThreadStart>) => runSocketThread(data);
