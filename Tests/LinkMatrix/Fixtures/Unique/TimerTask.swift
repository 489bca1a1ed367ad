import TaskKit

#timer("refresh", every: 1) {}
