// An observable property of the main actor is observed by code of no actor.
// Mark the function with `@MainActor`, or share the value in a `SharedRelay`.
import Pharos

@MainActor final class Profile {
  @Relayed var name = ""
  // 16: note: property declared here
}

func follow(_ profile: Profile) {
  // 6: note: add '@MainActor' to make global function 'follow' part of global actor 'MainActor'
  profile.$name.whenDidSet { print($0.new) }
  // 11: error: main actor-isolated property '$name' can not be referenced from a nonisolated
  //   context
}
