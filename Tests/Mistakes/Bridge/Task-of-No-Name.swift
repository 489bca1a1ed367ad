// The task of a wire has an empty name.
import Bridge

#bridge(on: .appDidFinishLaunching, run: "")
// 42: error: a wire needs the name of the task that it runs (from macro 'bridge')
// 42: note: replace it with '"<#task#>"'
