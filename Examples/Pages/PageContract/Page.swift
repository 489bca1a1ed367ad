public import SectionRegistry

/// A page that a module shows to people.
///
/// Modules know this contract and never each other.
public protocol Page: Sendable {
  /// Returns the page's text for an item.
  func text(for item: String) -> String
}

extension RecordKind {
  /// The kind of the records that declare pages.
  public static let page: RecordKind = "page"
}

/// The pages that the linked modules declare.
public enum Pages {
  /// The pages' names, the most important first.
  public static var names: [String] {
    SectionRegistry.records(of: .page).map(\.key)
  }

  /// The page of this name.
  ///
  /// Only now does any code of its module run.
  public static func page(named name: String) -> (any Page)? {
    SectionRegistry.records(of: .page)
      .first { $0.key == name }
      .flatMap { $0.load(as: (any Page).self) }
  }
}
