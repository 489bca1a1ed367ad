// A `Sendable` class has an observable property.
// Give the class to an actor, or make the property a `let` of type `SharedRelay`.
import Pharos

final class Profile: Sendable {
  @Relayed var name = ""
  // 16: error in mode 6: stored property '_name' of 'Sendable'-conforming class 'Profile' is
  //   mutable
  // 16: warning in mode 5: stored property '_name' of 'Sendable'-conforming class 'Profile' is
  //   mutable; this is an error in the Swift 6 language mode
}
