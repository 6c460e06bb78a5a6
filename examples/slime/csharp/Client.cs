using System;
using System.IO;
using System.Net.Sockets;
using System.Text;

/// <summary>
/// A complete AI for the Slime contest: it moves at random. Make it yours in <c>Choose</c>.
/// <code>Client [HOST [PORT [TEAM [NAME]]]]</code>
/// </summary>
public static class Client
{
    const int Turns = 180, Width = 25, Height = 13, Slimes = 5;
    const byte Right = 0, Up = 1, Left = 2, Down = 3;
    const byte Neutral = 255;

    static readonly Random random = new Random();

    /// <summary>Return the directions of your five slimes for the next turn.</summary>
    /// <param name="team">Your team: 0 is A, 1 is B.</param>
    /// <param name="turn">Turns played so far.</param>
    /// <param name="owner">owner[x, y] is 0 (A), 1 (B) or Neutral; (0, 0) is the bottom left square.</param>
    /// <param name="slimes">slimes[team, number, 0] is the x of a slime, slimes[team, number, 1] its y.</param>
    static byte[] Choose(int team, int turn, byte[,] owner, byte[,,] slimes)
    {
        var directions = new byte[Slimes];
        for (int slime = 0; slime < Slimes; slime++) directions[slime] = (byte)random.Next(4);
        return directions;
    }

    /// <summary>Receive exactly the wanted number of bytes: TCP may deliver them in pieces.</summary>
    static byte[] Receive(Stream server, int count)
    {
        var data = new byte[count];
        for (int have = 0; have < count;)
        {
            int got = server.Read(data, have, count - have);
            if (got == 0) throw new EndOfStreamException("The server ended the connection.");
            have += got;
        }
        return data;
    }

    /// <summary>Send one byte, then text in UTF-8 padded with zero bytes or cut.</summary>
    static void SendText(Stream server, byte first, string text, int length)
    {
        var message = new byte[1 + length];
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        message[0] = first;
        Array.Copy(bytes, 0, message, 1, Math.Min(bytes.Length, length));
        server.Write(message, 0, message.Length);
    }

    /// <summary>Answer every state with directions until the last turn.</summary>
    static void Play(int team, Stream server)
    {
        int turn = 0;
        while (turn < Turns)
        {
            byte first = Receive(server, 1)[0];
            if (first == 255)
            {
                Console.Error.WriteLine("The server could not read a message of ours.");
                continue;
            }
            byte[] rest = Receive(server, 346);
            turn = first | rest[0] << 8;
            var owner = new byte[Width, Height];
            for (int square = 0; square < Width * Height; square++)
                owner[square / Height, square % Height] = rest[1 + square];
            var slimes = new byte[2, Slimes, 2];
            for (int slime = 0; slime < 2 * Slimes; slime++)
            {
                slimes[slime / Slimes, slime % Slimes, 0] = rest[326 + 2 * slime];
                slimes[slime / Slimes, slime % Slimes, 1] = rest[327 + 2 * slime];
            }
            if (turn == Turns) break;
            var command = new byte[7];
            command[0] = (byte)turn;
            command[1] = (byte)(turn >> 8);
            Choose(team, turn, owner, slimes).CopyTo(command, 2);
            server.Write(command, 0, command.Length);
        }
    }

    public static int Main(string[] words)
    {
        string[] usual = { "localhost", "25252", "0", "C#" };
        Array.Copy(words, usual, Math.Min(words.Length, usual.Length));
        using (var connection = new TcpClient(usual[0], int.Parse(usual[1])))
        {
            connection.NoDelay = true;
            Stream server = connection.GetStream();
            SendText(server, byte.Parse(usual[2]), usual[3], 23);
            byte team = Receive(server, 1)[0];
            if (team == 255)
            {
                Console.Error.WriteLine("The server has no place for us.");
                return 1;
            }
            SendText(server, 255, "Hello!", 40); // a message beside your banner
            Play(team, server);
        }
        return 0;
    }
}
