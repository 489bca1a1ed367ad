import Contracts
import RheaTime

#rhea(time: .userDidLogin) { context in
  print("Player: welcome, \(context.param as? String ?? "stranger")")
}
