// A task in a class uses `Self`.
import TaskKit

final class Feed {
  static func load() {}

  #task("LoadFeed", on: .idle) { Self.load() }
  // 34: error: 'Self' cannot be in a declaration in a class, which is a constant for that one type;
  //   write 'Feed' (from macro 'task')
  // 34: note: replace it with 'Feed'
}
