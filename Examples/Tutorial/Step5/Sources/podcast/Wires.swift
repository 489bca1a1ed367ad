import Bridge
import Contracts

#bridge(on: .userDidLogin, call: "kl://Inbox/open")
#bridge(on: .relay(.played), run: "DownloadNext")
