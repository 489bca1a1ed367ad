/// Stands for UIKit's.
@MainActor public final class UIViewController {
  public nonisolated let style: Int

  public init(style: Int) {
    self.style = style
  }
}
