// The closure of a record reads what belongs to the main actor.
// Make it of what belongs to no actor, or return a closure that is `@MainActor`.
import SectionRegistry

@MainActor var title = "Checkout"
// 16: note: var declared here

#record("page", key: "checkout") { title }
// 36: error: main actor-isolated var 'title' can not be referenced from a nonisolated context
