#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Tells when the user changes a property of a control.
  ///
  /// Controls do not say so by key, only when the program sets the property.
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

    /// The keys of the properties that a property follows from without saying so by
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

    /// A value that is handed to the main actor, or back.
    private struct Handed<Value>: @unchecked Sendable {
      // Why this is Sendable: it goes nowhere. Views belong to the main actor, so that
      // the code that has one runs there, and what it is handed to runs before it
      // goes on.

      let value: Value

      init(_ value: Value) { self.value = value }
    }
  }
#endif
