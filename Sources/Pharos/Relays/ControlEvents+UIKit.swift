#if canImport(UIKit)
  import UIKit

  /// An observer of the user's input to a control.
  ///
  /// UIKit's controls report changes by the program through key-value observing, but not changes by
  /// the user.
  @MainActor
  final class ControlEvents: NSObject {
    /// The keys of the properties that users change.
    private nonisolated static let keys: Set<String> = [
      "attributedText", "currentPage", "date", "on", "selectedSegmentIndex", "text", "value",
    ]

    private let tell: () -> Void

    private init(_ tell: @escaping () -> Void) {
      self.tell = tell
    }

    /// Returns the events of a property, if the object is a control and users change the property.
    nonisolated static func of(
      _ object: NSObject, key: String, _ tell: @escaping () -> Void
    ) -> AnyObject? {
      guard keys.contains(key), let view = object as? UIView else { return nil }
      let closure = Handed(tell)
      let handed = MainActor.assumeIsolated { () -> Handed<ControlEvents> in
        let events = ControlEvents(closure.value)
        events.observe(view)
        return Handed(events)
      }
      return handed.value
    }

    /// Returns the keys on which a property depends although it does not report their changes under
    /// its own key.
    nonisolated static func keys(behind key: String, of object: NSObject) -> [String] {
      key == "state" && object is UIControl ? ["enabled", "highlighted", "selected"] : []
    }

    private func observe(_ view: UIView) {
      let action = #selector(didChange)
      switch view {
      case let control as UIControl:
        control.addTarget(self, action: action, for: [.editingChanged, .valueChanged])
      #if !os(tvOS)
        case let bar as UISearchBar:
          bar.searchTextField.addTarget(self, action: action, for: .editingChanged)
      #endif
      case let text as UITextView:
        NotificationCenter.default.addObserver(
          self, selector: action, name: UITextView.textDidChangeNotification, object: text)
      default: break
      }
    }

    @objc private func didChange() { tell() }

    /// A value that is sent to the main actor and back.
    private struct Handed<Value>: @unchecked Sendable {
      // Why this is Sendable: it never leaves its thread. Views belong to the main actor, so the
      // code that has a view already runs there, and the closure returns before that code
      // continues.

      let value: Value

      init(_ value: Value) { self.value = value }
    }
  }
#endif
