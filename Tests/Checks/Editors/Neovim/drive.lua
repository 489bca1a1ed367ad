-- Drives `modkit lsp` by Neovim's own client, on Harbor, and prints what its user then sees.
--
-- Usage: nvim --headless -u NONE -S drive.lua, with CONFIGURATION and the folder of the package
-- in the environment.
package.path = vim.env.DRIVER .. '/?.lua;' .. package.path
local editor = require('editor')

local harbor = 'Examples/Harbor/'

--- Prints the title of a step and what it led to.
local function report(title, result)
  io.stdout:write('\n# ', title, '\n')
  if type(result) ~= 'table' then result = { result or 'nothing happened' } end
  for _, line in ipairs(result) do
    -- Fire times are of the day.
    line = tostring(line):gsub('%d%d%d%d%-%d%d%-%d%d', 'DATE')
      :gsub(vim.pesc(vim.env.FOLDER .. '/'), '')
    io.stdout:write(line, '\n')
  end
end

--- Types keys, and returns where the cursor goes.
local function jump(keys)
  local before = editor.lua(editor.cursor)
  editor.type(keys)
  editor.wait([[
    local before = ...
    local function cursor() ]] .. editor.cursor .. [[ end
    return cursor() ~= before
  ]], before)
  return editor.lua(editor.cursor)
end

--- Types keys, and returns the list that appears.
local function list(keys)
  editor.lua('vim.fn.setqflist({})')
  editor.type(keys)
  return editor.wait(editor.list)
end

local function float()
  return editor.wait([[
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= '' then
        return vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true)
      end
    end
  ]])
end

local function menu()
  local words = editor.wait([[
    local words = {}
    for _, item in ipairs(vim.fn.complete_info({ 'items' }).items) do
      table.insert(words, (item.abbr ~= '' and item.abbr or item.word) .. '  ' .. item.menu)
    end
    return #words > 0 and words
  ]])
  editor.type('<C-e><Esc>')
  return words
end

local function diagnostics()
  return editor.wait([[
    local lines = {}
    for _, item in ipairs(vim.diagnostic.get(0)) do
      table.insert(lines, ('%d:%d: %s [%s]'):format(
        item.lnum + 1, item.col + 1, item.message, item.user_data.lsp.code))
    end
    table.sort(lines)
    return #lines > 0 and lines
  ]])
end

local steps = {
  function()
    editor.open(harbor .. 'Cargo/Cargo.swift', '"kl://Cargo/cra|nes?stopped=true"')
    local client = editor.wait([[
      local client = vim.tbl_values(vim.lsp.buf_get_clients(0))[1]
      return client and client.initialized and client.name
    ]])
    report('The server of the buffer', client)
  end,
  function()
    -- The first answer waits until the index is read, unless that takes too long.
    editor.open(harbor .. 'HarborContracts/Routes.swift', '"kl://Cargo/rel|ease"')
    report('A use in a file that is not open', editor.wait([[
      local params = vim.lsp.util.make_position_params()
      params.context = { includeDeclaration = false }
      local answers = vim.lsp.buf_request_sync(0, 'textDocument/references', params, 10000)
      for _, place in ipairs((vim.tbl_values(answers or {})[1] or {}).result or {}) do
        local path = vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ':.')
        if path:find('Customs', 1, true) then return path .. ':' .. place.range.start.line + 1 end
      end
    ]]))
  end,
  function()
    editor.open(harbor .. 'Cargo/Cargo.swift', '"kl://Cargo/cra|nes?stopped=true"')
    report('Definition of a URL', jump('gd'))
  end,
  function()
    editor.open(harbor .. 'Cargo/UnloadShip.swift', 'run: "Unload|Ship"')
    report('Definition of the name of a task', jump('gd'))
  end,
  function()
    editor.open(harbor .. 'HarborContracts/Routes.swift', '"kl://Customs/cl|ear"')
    report('Definition of a contract', jump('gd'))
  end,
  function()
    editor.open(harbor .. 'Cargo/Cargo.swift', 'func rel|ease')
    report('References of a route', list('gr'))
  end,
  function()
    editor.open(harbor .. 'HarborContracts/Events.swift', 'var container|DidLand')
    report('References of an event', list('gr'))
  end,
  function()
    editor.open(harbor .. 'Customs/Inspection.swift', 'enum Officer|Rounds')
    editor.type('K')
    report('Hover of a task', float())
  end,
  function()
    editor.open(harbor .. 'Cargo/Cargo.swift', '"kl://Cargo/|cranes?stopped=true"')
    editor.type('ct"')
    editor.type('<C-x><C-o>')
    report('Completion of a URL', menu())
  end,
  function()
    editor.open(harbor .. 'Cargo/UnloadShip.swift', 'run: "|UnloadShip"')
    editor.type('ct"S<C-x><C-o>')
    report('Completion of the name of a task', menu())
  end,
  function()
    editor.open(harbor .. 'Cargo/UnloadShip.swift', 'run: "|UnloadShip"')
    editor.type('ct"UnlodShip<Esc>')
    report('Diagnostics while one types', diagnostics())
  end,
  function()
    editor.type('0f"l<Space>ca')
    editor.wait_for_prompt()
    editor.type('1<CR>')
    report('The first fix', editor.wait([[
      local line = vim.api.nvim_get_current_line()
      return not line:find('UnlodShip', 1, true) and line
    ]]))
  end,
  function()
    editor.open(harbor .. 'Customs/Manifests.swift', '#job("Close|Manifest"')
    editor.type('<Space>rn')
    editor.wait_for_prompt()
    editor.type('<C-u>CloseBooks<CR>')
    report('Rename of a job in all files', editor.wait(editor.changes))
  end,
  function()
    report('Symbols of the workspace', list(':lua vim.lsp.buf.workspace_symbol("Unload")<CR>'))
  end,
  function()
    editor.open(harbor .. 'Customs/Inspection.swift', '|import')
    report('Symbols of a file', list(':lua vim.lsp.buf.document_symbol()<CR>'))
  end,
  function()
    editor.open(harbor .. 'Cargo/Cargo.swift', '|import')
    editor.lua('vim.lsp.codelens.refresh()')
    report('Lenses', editor.wait([[
      local lines = {}
      for _, lens in ipairs(vim.lsp.codelens.get(0)) do
        if not lens.command then return false end
        table.insert(lines, (lens.range.start.line + 1) .. ': ' .. lens.command.title)
      end
      table.sort(lines, function(a, b) return tonumber(a:match('%d+')) < tonumber(b:match('%d+')) end)
      return #lines > 0 and lines
    ]]))
  end,
  function()
    editor.open(harbor .. 'Berths/Arrivals.swift', 'KhalaStore.plan|Berth(ship: ship.name) else {')
    report('Definition of a call of a contract', jump('gd'))
  end,
  function()
    editor.open(harbor .. 'Cargo/UnloadShip.swift', 'enum Unload|Ship')
    editor.type('<Space>rn')
    editor.wait_for_prompt()
    editor.type('<C-u>EmptyShip<CR>')
    report('Rename of a task that is a type', editor.wait(editor.changes))
  end,
}

local isFine, message = pcall(function()
  editor.start(vim.env.CONFIGURATION, vim.env.FOLDER)
  for _, step in ipairs(steps) do step() end
end)
editor.stop()
if not isFine then io.stderr:write('error: ', message, '\n') end
vim.cmd(isFine and 'qall!' or 'cquit 1')
