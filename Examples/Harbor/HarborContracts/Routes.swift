// What modules may ask of each other, with types. Each of these is a call by URL to a
// module that this one does not know; tools check that there is a route.

extension KhalaStore {
  /// Finds a free berth for a ship; nothing if all are taken.
  @KhalaCall("kl://Berths/plan")
  public static func planBerth(ship: String) throws -> Int?

  /// Gives a container to a truck, if customs allows it.
  @KhalaCall("kl://Cargo/release")
  public static func release(container: String) throws -> String

  /// Clears a container; the office takes its time.
  @KhalaCall("kl://Customs/clear")
  public static func clear(container: String) async throws -> Int

  /// Puts a line on the notice board.
  @KhalaCall("kl://Notices/post")
  public static func post(_ text: String) throws
}
