// The condition of a wire reads what belongs to the main actor.
// Conditions run where the value comes from: read what belongs to no actor, or decide in the task.
import Bridge

@MainActor var isOpen = true
// 16: note: var declared here

#bridge(on: .appDidFinishLaunching, run: "LoadFeed", where: { _ in isOpen })
// 68: error: main actor-isolated var 'isOpen' can not be referenced from a nonisolated context
