// The task of a wire has an empty name.
import Bridge

#bridge(on: .appDidFinishLaunching, run: "")
// 42: error: a task has a name, by which the wire finds it (from macro 'bridge')
// 42: note: replace it with '"<#task#>"'
