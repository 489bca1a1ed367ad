// A wire in a class uses `Self`.
import Bridge

final class Feed {
  static func isWanted(_ context: RheaContext) -> Bool { true }

  #bridge(on: .appDidFinishLaunching, run: "LoadFeed", where: { Self.isWanted($0) })
  // 65: error: 'Self' cannot be in a declaration in a class, which is a constant for that one type;
  //   write 'Feed' (from macro 'bridge')
  // 65: note: replace it with 'Feed'
}
