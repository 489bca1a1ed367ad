import Contracts
import RheaTime

#rhea(time: .appDidFinishLaunching) {
  print("Account: Ada logs in")
  Rhea.trigger(event: .userDidLogin, param: "Ada")
}
