import SectionRegistry

/// A routing class: what can be called, and the instance that it is called with.
///
/// - Concurrency: May be used from any thread.
final class RoutingClass: Sendable {
  /// The functions that can be called, in the order of the source.
  let functions: [RouteTarget]
  /// The instance that they are called with.
  let instance: RoutingInstance

  /// The record that declares the class, for what a call does not need to know;
  /// `nil` if the class was put together by hand.
  let declaration: Record?

  init(_ record: __KhalaModuleRecord, declaredBy declaration: Record? = nil) {
    self.declaration = declaration
    (instance, functions) = record.contents()
  }

  /// The name in URLs.
  var name: String { instance.name }

  /// The source location of the class.
  var location: CodeLocation? {
    declaration.map { CodeLocation(fileID: $0.fileID, line: $0.line) }
  }
}
