// A callback in an actor uses `Self`.
import RheaTime

actor Feed {
  @MainActor static func prepare() {}

  #load { Self.prepare() }
  // 11: error: 'Self' cannot be in a declaration in an actor, which is a constant for that one
  //   type; write 'Feed' (from macro 'load')
  // 11: note: replace it with 'Feed'
}
