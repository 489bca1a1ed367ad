public import SectionRegistry

/// A page of the shop, declared with `#page`.
public struct PageText: Sendable {
  public let text: String
}

@freestanding(declaration)
public macro page(_ name: String, text: @escaping @Sendable () -> String) =
  #externalMacro(module: "ShopMacros", type: "PageMacro")

/// What `#page` puts into the accessors of its records.
public func __providePage(
  _ out: UnsafeMutableRawPointer, _ type: UnsafeRawPointer, _ text: () -> String
) -> Bool {
  SectionRegistry.__provide(out, type, as: PageText.self) { PageText(text: text()) }
}

/// The texts of all declared pages, by name.
public func pages() -> [(name: String, text: String, detail: String)] {
  SectionRegistry.records(of: "page").map {
    ($0.key, $0.load(as: PageText.self)?.text ?? "nothing", $0.detail)
  }
}
