import { expect, test } from 'vitest';
import { bareFunctionName, CollectiveNames } from '../../../../src-worker/names/collectiveNames';

const names = new CollectiveNames();

test.each([
  [
    'void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int, float*)',
    'at::native::vectorized_elementwise_kernel',
  ],
  ['void deep_ep::intranode::dispatch<8, 768, 8192>(int4*, float*)', 'deep_ep::intranode::dispatch'],
  ['ns<4>::combine<2>(int)', 'ns::combine'],
  ['void (anonymous namespace)::one_shot_all_reduce<int>(int)', '{}::one_shot_all_reduce'],
  ['MatMulV2', 'MatMulV2'],
])('the function of %s', (name, bare) => {
  expect(bareFunctionName(name)).toBe(bare);
});

test.each([
  ['HCCL', 'hcom_allReduce__271_0_1', 'allReduce'],
  ['HCCL', 'HcclAllGather', 'allGather'],
  ['NCCL', 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)', 'allReduce'],
  ['NCCL', 'ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)', 'sendRecv'],
  ['RCCL', 'rcclGenericKernel<1, false>(ncclDevKernelArgsStorage<4096ul>)', undefined],
  ['RCCL', 'mscclKernel_Sum_half_Simple(ncclDevComm*)', undefined],
  ['oneCCL', 'oneccl_allreduce_ring', 'allReduce'],
  ['oneCCL', 'ccl::v1::reduce_scatter_kernel', 'reduceScatter'],
  ['NVSHMEM', 'nvshmemi_alltoall_threadgroup<double>', 'allToAll'],
  ['DeepEP', 'void deep_ep::internode::combine<true>(int4*)', 'combine'],
  ['DeepEP', 'void my_fork::internode_ll::dispatch<false, 3, 7168>(void*)', 'dispatch'],
  ['DeepEP', 'void intranode::notify_dispatch<8>(int const*)', 'dispatch'],
  ['DeepEP', 'void other::cached_notify_combine<8>(void**)', 'combine'],
  ['PyTorch symmetric memory', 'multimem_all_reduce_kernel<c10::BFloat16, 16>', 'allReduce'],
  ['PyTorch symmetric memory', 'void c10d::symmetric_memory::barrier_kernel(unsigned int**)', 'barrier'],
  ['PyTorch symmetric memory', 'void (anonymous namespace)::two_shot_all_reduce_kernel<float>(float**)', 'allReduce'],
  ['custom all-reduce', 'void vllm::cross_device_reduce_1stage<half, 8>(RankData*)', 'allReduce'],
  ['custom all-reduce', 'void sglang::cross_device_reduce_2stage<nv_bfloat16, 4>(RankData*)', 'allReduce'],
  [
    'custom all-reduce',
    'void flashinfer::trtllm_allreduce_fusion::allreduce_fusion_kernel_oneshot_lamport<…>(P)',
    'allReduce',
  ],
  ['custom all-reduce', 'void tensorrt_llm::kernels::oneShotAllReduceKernel<float, 8>(AllReduceParams)', 'allReduce'],
])('%s: %s', (library, name, type) => {
  expect({ evidence: names.evidenceOf(name), library: names.libraryOf(name), type: names.typeOf(name) }).toEqual({
    evidence: 'sure',
    library,
    type,
  });
});

test.each([
  'void at::native::reduce_kernel<512, 1, at::native::ReduceOp<float>>(at::native::ReduceOp<float>)',
  'void cub::DeviceReduceByKeyKernel<cub::DispatchReduceByKey<long*, long*>>(int)',
  'void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x256>(Params)',
  'void deep_ep::layout::get_dispatch_layout<256, 32>(long const*)',
  'void flash::flash_fwd_splitkv_combine_kernel<Traits>(Params)',
  'aclnnEqTensor_BroadcastToAiCore_BroadcastTo',
  'aclnnReduceSum_ReduceSumOpAiCore_ReduceSum',
  'aclnnMatmulAllReduce_MatmulAllReduce_MatmulAllReduce',
  'MatmulReduceScatter',
  'AllGatherMatmul',
  'aclnnForeachAddListV2_ForeachAddListV2_ForeachAddListV2',
])('no collective: %s', (name) => {
  expect(names.evidenceOf(name)).toBe('none');
});

test('a name that only other evidence makes a collective', () => {
  expect(names.evidenceOf('void my_moe::dispatch<8>(int)')).toBe('likely');
  expect(names.evidenceOf('void comm::barrier_all_blocks(int)')).toBe('likely');
});

test('what a user adds comes first; a pattern that is none is refused', () => {
  const own = new CollectiveNames({
    libraries: [{ library: 'ours', sure: ['^xchg_'] }],
    types: [{ type: 'exchange', pattern: '^xchg' }],
  });
  expect(own.evidenceOf('xchg_halo')).toBe('sure');
  expect(own.libraryOf('xchg_halo')).toBe('ours');
  expect(own.typeOf('xchg_allreduce')).toBe('exchange');
  expect(own.evidenceOf('ncclDevKernel_AllReduce')).toBe('sure');
  expect(() => new CollectiveNames({ libraries: [{ sure: ['('] }] })).toThrow(SyntaxError);
});
