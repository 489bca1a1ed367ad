// Expectations that are wrong, for the check to be seen to find them.
// It has a message that is not said, one that is changed, and lacks two.
import RheaTime

#premain { print("nothing is wrong here") }
// 1: error: this is never said (from macro 'premain')

final class Feed {
  static func prepare() {}

  #load { Self.prepare() }
  // 11: error: 'Self' cannot be in a declaration in a class; write 'Feed' (from macro 'load')
}
