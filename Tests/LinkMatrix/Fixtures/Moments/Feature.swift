import Common
import RheaTime

// A library that needs another.

enum Feature {
  #load { say("feature load") }
}
#premain { say("feature premain") }
#appDidFinishLaunching { say("feature launched") }
#rhea(time: "custom", repeatable: true) { say("feature custom") }
