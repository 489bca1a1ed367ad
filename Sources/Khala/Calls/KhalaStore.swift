/// A place for functions that call routes, so that their callers need to know
/// neither a URL nor its parameters.
///
/// ```swift
/// extension KhalaStore {
///   @KhalaCall("kl://AModule/server")
///   static func aModule_server(value: Int) throws -> Int
/// }
/// ```
public final class KhalaStore: Sendable {
  private init() {}
}
