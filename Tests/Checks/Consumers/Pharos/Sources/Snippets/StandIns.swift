import Pharos

// Stand-ins for classes of UIKit, which Linux does not have.

final class UITextField: RelayBearing {
  @Observable var text: String?
}

final class UILabel: RelayBearing {
  var text: String?
}

class UIControl: RelayBearing {
  enum State { case normal, highlighted }

  /// Read-only, as there.
  @Observable private(set) var state = State.normal

  var isHighlighted = false {
    didSet { state = isHighlighted ? .highlighted : .normal }
  }
}

final class UIButton: UIControl {
  private var title: String?

  func title(for state: UIControl.State) -> String? { title }

  func setTitle(_ title: String?, for state: UIControl.State) { self.title = title }
}

struct User {
  var userName = ""
  var fullName = ""
  var password = ""
}
