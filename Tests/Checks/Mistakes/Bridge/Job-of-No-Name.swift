// The job of a wire has an empty name.
import Bridge
import TaskStore

#bridge(on: "sold", to: .job(""), map: { _ in 1 })
// 30: error: a job has a name, by which the wire finds it (from macro 'bridge')
// 30: note: replace it with '"<#job#>"'
