import Contracts
import Pharos

// Called with each change, whichever module makes it.
#observer(of: .played) { changes in
  print("Account: the history is", changes.new.map(\.title))
}
