import Pharos

// Stand-ins for classes of UIKit, which Linux does not have.

final class UITextField: RelayBearing {
  @Observable var text: String?
}

final class UILabel: RelayBearing {
  var text: String?
}

enum UIControl {
  enum State { case normal, highlighted }
}

final class UIButton: RelayBearing {
  @Observable var state = UIControl.State.normal
  private var title: String?

  func title(for state: UIControl.State) -> String? { title }

  func setTitle(_ title: String?, for state: UIControl.State) { self.title = title }
}

struct User {
  var userName = ""
  var fullName = ""
  var password = ""
}
