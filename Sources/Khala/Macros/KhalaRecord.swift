import SectionRegistry

/// Answers the accessors of Khala's records.
///
/// - Warning: The macros of Khala write calls of these. Do not call them directly.
public enum __KhalaRecord {
  /// Answers a record of kind `khla`.
  ///
  /// The function that makes the table is not `@Sendable` here for its plain name
  /// to be accepted in every language mode; it has to be a static function.
  public static func module<Module: AnyObject>(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ name: String,
    _ lifetime: KhalaLifetime, _ table: @escaping @isolated(any) () -> __KhalaTable<Module>
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaModuleRecord(name, lifetime: lifetime, table)
    }
  }

  /// Answers a record of kind `khct`.
  public static func contract(
    _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ url: String,
    _ parameters: [(String, any Any.Type)], closures: Int, result: any Any.Type, isAsync: Bool
  ) -> Bool {
    unsafe SectionRegistry.__provide(out, type) {
      __KhalaContract(url, parameters, closures: closures, result: result, isAsync: isAsync)
    }
  }
}
