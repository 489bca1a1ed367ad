// A callback in a class uses `Self`.
import RheaTime

final class Feed {
  static func prepare() {}

  #load { Self.prepare() }
  // 11: error: 'Self' cannot be in a declaration in a class, which is a constant for that one type;
  //   write 'Feed' (from macro 'load')
  // 11: note: replace it with 'Feed'
}
