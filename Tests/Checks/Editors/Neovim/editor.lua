-- A second Neovim, driven by keys as a user types them, and read by its API.
local editor = {}

-- How long a step may take, in milliseconds; more than any machine needs.
local patience = tonumber(vim.env.PATIENCE or 60000)

local channel

--- Starts the editor with a configuration, in a folder.
function editor.start(configuration, folder)
  channel = vim.fn.jobstart(
    { vim.v.progpath, '--embed', '--headless', '-i', 'NONE', '-n', '-u', configuration },
    { rpc = true, cwd = folder })
  assert(channel > 0, 'Neovim cannot be started')
  -- So that no message waits for a key.
  editor.command('set shortmess+=aoOtTIcF more& nomore lines=60 columns=160 completeopt=menuone,noselect')
end

function editor.stop()
  -- The answer of an editor that ends does not come.
  pcall(vim.rpcrequest, channel, 'nvim_command', 'qall!')
  vim.fn.jobwait({ channel }, patience)
end

function editor.command(text) vim.rpcrequest(channel, 'nvim_command', text) end

--- Evaluates Lua in the editor.
function editor.lua(code, ...) return vim.rpcrequest(channel, 'nvim_exec_lua', code, { ... }) end

--- Types keys, such as `gd` or `<C-x><C-o>`.
function editor.type(keys) vim.rpcrequest(channel, 'nvim_input', keys) end

--- Waits until Lua in the editor has a value other than nil and false, and returns it.
function editor.wait(code, ...)
  local value
  local arguments = { ... }
  vim.wait(patience, function()
    value = editor.lua(code, unpack(arguments))
    return value and value ~= vim.NIL
  end, 20)
  return value ~= vim.NIL and value or nil
end

--- Waits until the editor asks its user for something.
function editor.wait_for_prompt()
  vim.wait(patience, function()
    -- The only request that is answered meanwhile.
    local mode = vim.rpcrequest(channel, 'nvim_get_mode')
    return mode.blocking or mode.mode == 'c'
  end, 20)
end

--- Forgets all changes, in each buffer of a file.
function editor.reset()
  editor.type('<C-\\><C-n>')
  editor.lua([[
    for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
      if vim.bo[buffer].modified and vim.fn.filereadable(vim.api.nvim_buf_get_name(buffer)) == 1 then
        vim.api.nvim_buf_call(buffer, function() vim.cmd('edit!') end)
      end
    end
  ]])
end

--- Opens a file as it is on disk, with the cursor on a text of it; `|` in the text is where.
function editor.open(path, text)
  editor.reset()
  editor.command('edit ' .. path)
  editor.place(text)
end

function editor.place(text)
  local before = text:find('|', 1, true)
  local found = editor.lua([[
    local text, offset = ...
    for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
      local column = line:find(text, 1, true)
      if column then
        vim.api.nvim_win_set_cursor(0, { number, column - 1 + offset })
        return true
      end
    end
  ]], text:gsub('|', ''), before - 1)
  assert(found == true, 'the file has no such text: ' .. text)
end

--- The place of the cursor, with the line: `Cargo/Cargo.swift:9:8: func release`.
editor.cursor = [[
  local line, column = unpack(vim.api.nvim_win_get_cursor(0))
  return ('%s:%d:%d: %s'):format(
    vim.fn.expand('%:.'), line, column + 1, vim.trim(vim.api.nvim_get_current_line()))
]]

--- The lines of the quickfix list, if it has some.
editor.list = [[
  local lines = {}
  for _, item in ipairs(vim.fn.getqflist()) do
    local path = vim.fn.fnamemodify(vim.fn.bufname(item.bufnr), ':.')
    table.insert(lines, ('%s:%d:%d: %s'):format(path, item.lnum, item.col, vim.trim(item.text)))
  end
  return #lines > 0 and lines
]]

--- The lines of all buffers that are not as their files are.
editor.changes = [[
  local lines = {}
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    local path = vim.api.nvim_buf_get_name(buffer)
    if vim.api.nvim_buf_is_loaded(buffer) and vim.fn.filereadable(path) == 1 then
      local saved = table.concat(vim.fn.readfile(path), '\n') .. '\n'
      local edited = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, true), '\n') .. '\n'
      if saved ~= edited then
        local name = vim.fn.fnamemodify(path, ':.')
        for line in vim.gsplit(vim.diff(saved, edited, { ctxlen = 0 }), '\n') do
          if line:match('^[-+]') then table.insert(lines, name .. ': ' .. line) end
        end
      end
    end
  end
  table.sort(lines)
  return #lines > 0 and lines
]]

return editor
